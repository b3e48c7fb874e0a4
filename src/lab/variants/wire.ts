import type { Variant } from '../subject.ts';

/** HTTP and the network. */
export const wireVariants: readonly Variant[] = [
  { id: 'sound', title: 'the reference server as it is' },
  {
    id: 'wire.closes-each-connection',
    title: 'closes the connection after each answer',
    change: ({ finish }) => ({
      finish: (reply, call) => {
        const sound = finish(reply, call);
        return { ...sound, headers: { ...sound.headers, Connection: 'close' } };
      },
    }),
  },
];
