/** Firewalls: they stand before the service and stop odd bodies. */
import { type Behaviour, Refusal } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import type { Change } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { page } from './staging-gateway.ts';

const invalid = (rule: string) => new Refusal(400, 'invalid_request', rule);

/** Something before the service refuses what it takes for an attack. */
export const stopping = (
  suspicious: (call: Call) => boolean,
  answer: Behaviour['transmit'],
): Change => {
  return ({ transmit, newAnimal }) => ({
    newAnimal: (call) => (suspicious(call) ? invalid('never seen') : newAnimal(call)),
    transmit: (reply, response, call) =>
      call.method === 'POST' && suspicious(call) && reply.status !== 401
        ? answer(reply, response, call)
        : transmit(reply, response, call),
  });
};

export const noJson = ({ body }: Call) => {
  try {
    JSON.parse(body);
    return false;
  } catch {
    return true;
  }
};

export const markup = ({ body }: Call) => /[<>]|--|\{\{|%41|&amp;|''/.test(body);
const placeholders = ({ body }: Call) => /\$[{&$]|%[%s]|&#|\\x|\]\]>/.test(body);
const long = ({ body }: Call) => body.length > 200;
const odd = ({ body }: Call) => /[^\x20-\x7e]/.test(body);
const reset: Behaviour['transmit'] = (_, response) => void response.socket?.resetAndDestroy();

/** Servers behind a firewall. */
export const firewallVariants: readonly Variant[] = [
  {
    id: 'staging.firewall-markup-403',
    title: 'has a firewall that answers 403 to names with markup',
    change: stopping(markup, page(403)),
  },
  {
    id: 'staging.firewall-markup-405',
    title: 'has a firewall that answers 405 with a captcha to names with markup',
    change: stopping(markup, page(405)),
  },
  {
    id: 'staging.firewall-odd-406-page',
    title: 'has a firewall that answers 406 to bodies with anything but ASCII',
    change: stopping(odd, page(406)),
  },
  {
    id: 'staging.firewall-markup-reset',
    title: 'has a firewall that resets connections on which names with markup come',
    change: stopping(markup, reset),
  },
  {
    id: 'staging.firewall-placeholders-403',
    title: 'has a firewall that answers 403 to bodies with placeholders, formats and escapes',
    change: stopping(placeholders, page(403)),
  },
  {
    id: 'staging.firewall-long-413',
    title: 'has a firewall that answers 413 to bodies of more than 200 bytes',
    change: stopping(long, page(413)),
  },
  {
    id: 'staging.firewall-odd-403',
    title: 'has a firewall that answers 403 to bodies with anything but ASCII',
    change: stopping(odd, page(403)),
  },
  {
    id: 'staging.firewall-odd-406',
    title:
      'has a firewall that resets connections on which anything but ASCII comes, so that creations are lost until no more are allowed',
    undecided: [
      'auth.missing-key',
      'auth.invalid-key',
      'auth.bearer-only',
      'create.missing-name',
      'create.missing-category-id',
      'create.invalid-name',
      'create.invalid-category-id',
      'create.invalid-status',
      'create.invalid-body',
    ],
    change: stopping(odd, reset),
  },
  {
    id: 'staging.firewall-malformed-403',
    title: 'has a firewall that answers 403 to bodies that are not JSON',
    change: stopping(noJson, page(403)),
  },
  {
    id: 'staging.firewall-malformed-413',
    title: 'has a firewall that answers 413 to bodies that are not JSON',
    change: stopping(noJson, page(413)),
  },
  {
    id: 'staging.firewall-malformed-reset',
    title: 'has a firewall that resets connections with a body that is not JSON: undecided',
    undecided: ['create.invalid-body'],
    change: stopping(noJson, reset),
  },
  {
    id: 'staging.firewall-numbers-403',
    title: 'has a firewall that answers 403 to numbers of more than 18 digits',
    change: stopping(({ body }) => /\d{19}/.test(body), page(403)),
  },
];
