import { parseArgs } from 'node:util';
import { type StockOrder, stockOrders } from './stocked/stock.ts';

export const help = `npm run lab -- [options]: proves the suite on faults, conformant servers and hostile peers

  --only IDS          entries or requirements, with commas between; 'staging.*' for all that begin so
  --sample N          so many entries, spread over all
  --seed N            default 1
  --seeds N           each entry at so many other seeds, too
  --profile quick     what the profile quick finds; with --seeds N, what so many further runs find between them
  --stocked ORDER     on a store of 300 animals, 'oldest' or 'newest' first, what brings no store of its own
  --real              windows of a minute in real time, and nothing else
  --publish           writes the figures of a green run into README and docs
  --verbose           what came of each trial
`;

/** What the lab is asked to do. */
export type Mode = 'everything' | 'help' | 'real windows' | 'quick' | StockOrder;

/** One call of the lab. */
export interface LabCall {
  readonly mode: Mode;
  readonly only: readonly string[];
  readonly sample?: number;
  readonly seed: number;
  readonly otherSeeds: number;
  readonly publish: boolean;
  readonly verbose: boolean;
}

/** A call that the lab does not understand; its message is for who called. */
export class OptionsError extends Error {}

/** Reads the arguments behind `npm run lab --`. Throws OptionsError. */
export function readOptions(args: readonly string[]): LabCall {
  const values = parsed(args);
  return {
    mode: modeOf(values),
    only: values.only.split(',').filter((id) => id !== ''),
    ...(values.sample !== undefined && { sample: wholeNumber('sample', values.sample) }),
    seed: wholeNumber('seed', values.seed),
    otherSeeds: wholeNumber('seeds', values.seeds),
    publish: values.publish,
    verbose: values.verbose,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', default: '' },
        seed: { type: 'string', default: '1' },
        seeds: { type: 'string', default: '0' },
        real: { type: 'boolean', default: false },
        publish: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        sample: { type: 'string' },
        profile: { type: 'string' },
        stocked: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new OptionsError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  }
}

function modeOf(values: ReturnType<typeof parsed>): Mode {
  if (values.help) return 'help';
  if (values.profile !== undefined) {
    if (values.profile === 'quick') return 'quick';
    throw new OptionsError(
      `--profile takes quick, not ${values.profile}: the others are in every lab\n`,
    );
  }
  if (values.stocked === undefined) return values.real ? 'real windows' : 'everything';
  const order = stockOrders.find((one) => one === values.stocked);
  if (order !== undefined) return order;
  throw new OptionsError(`--stocked takes ${stockOrders.join(' or ')}\n`);
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new OptionsError(`--${name} takes a whole number, not ${JSON.stringify(text)}\n`);
}
