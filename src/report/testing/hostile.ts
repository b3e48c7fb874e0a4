/** For tests: texts that try to be more than text, and a run whose service says them wherever it can. */
import type { RunRecord } from '../../run/record.ts';
import type { Report } from '../report.ts';
import {
  conformantRecord,
  exchange,
  failedCheck,
  passed,
  reportOf,
  response,
  settingsFor,
  unanswered,
} from './sample.ts';

export const hostileTexts: readonly (readonly [name: string, text: string])[] = [
  ['HTML', '<b>bold</b><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>'],
  ['script', '</script><script>alert(1)</script></style></title></textarea></pre>'],
  ['attributes', `" onmouseover="alert(1)" x='' autofocus onfocus=alert(1) \`x\``],
  ['entities', '&lt;b&gt; &amp;amp; &#60; &#x3c;script&#x3e; &nbsp; &unknown; &'],
  [
    'Markdown',
    '**b** _i_ ~~s~~ `c` [l](http://e.example) ![i](http://e.example/x) <http://e.example>',
  ],
  ['Markdown blocks', '# h\n\n> q\n\n- l\n\n1. n\n\n---\n\n| a | b |\n|---|---|\n| c | d |'],
  ['code of Markdown', '    c'],
  ['links', 'http://e.example www.e.example me@e.example ftp://e.example [x]: http://e.example'],
  ['references', '@all @org/team #1 GH-1 org/name#1 :tada: $x$ $$y$$'],
  ['ANSI escapes', '\u001b[31mred\u001b[0m \u001b[2J\u001b[1;1H \u001b]0;title\u0007'],
  ['C1 controls', '\u009b31m \u009d8;;http://e.example\u009c \u0085 \u0090q\u009c'],
  ['bidirectional overrides', '\u202egnp.exe\u202c \u2066x\u2069 \u200f\u061c'],
  ['invisible characters', '\u200bx\u2060\ufeff\u{e0041}\u2028\u2029'],
  [
    'what is not drawn',
    'a\u00adb\u034f\u115f\u180e\u2061\u206a\u3164\ufff9x\ufffa\ufffb\u{e0100}\u{1d173}',
  ],
  ['forbidden in XML', '\u0000\u0001\u001f\ufffe\uffff\ud800\udfff'],
  [
    'GitHub commands',
    '\n::error::x\n  ::set-output name=a::b\n::stop-commands::x\n\u00a0::add-mask::a',
  ],
  ['old commands', '##[set-env name=A;]b ##vso[task.setvariable variable=a]b ##teamcity[x]'],
  ['quotes', '\'"`\\ $(id) `id` $HOME ; | & > /dev/null'],
  ['length', '<b>'.repeat(3_333)],
];

/** A text of the same length and lines that is none of these. Pages begin a line of an answer at `; `, too. */
export function harmless(text: string): string {
  return text.replace(/; |\r?\n|[\s\S]/gu, (one) => (/^(?:; |\r?\n)$/.test(one) ? one : 'x'));
}

/** A report of a run whose service, and whose settings, said the text in every place that has room for it. */
export function saysEverywhere(text: string): { report: Report; record: RunRecord } {
  const record = conformantRecord('core');
  const named = JSON.stringify({ id: 1, name: text, categoryId: 1, [text]: { [text]: [text] } });
  const headers = [
    [`x-${text}`, text],
    ['WWW-Authenticate', `Bearer realm="${text}"`],
    ['content-type', text],
    ['location', text],
  ] as const;
  record.exchanges.splice(0, 1, exchange(0, { response: response({ body: named, headers }) }));
  record.exchanges.push(
    exchange(1, { response: response({ status: 500, statusText: text, body: text, headers }) }),
    { ...unanswered(2), failure: { code: 'ERR_X', message: text } },
  );
  const received = `received: 500 ${text.replace(/\s+/g, ' ')}`;
  const message = `expected: ${JSON.stringify(text)}\n${received}`;
  record.checks.set('list.limit', [
    failedCheck({ title: text, message, exchanges: [0] }),
    failedCheck({ message: received, exchanges: [1] }),
    failedCheck({ message: text, exchanges: [2] }),
  ]);
  record.checks.set('get.found', [{ ...passed, outcome: 'inconclusive', message }]);
  record.checks.set('auth.challenge', [failedCheck({ message: received, exchanges: [1] })]);
  record.findings.push({ id: 'error.fields', exchange: 1, at: 'POST /pets 500', problem: text });
  record.observations.push({ id: 'gap.error-codes', answer: text, exchanges: [1] });
  record.pauses.push({ startedAt: 0, seconds: 1, reason: text, kind: 'rate-limit' });
  record.endedEarly = text;
  const implementation = { name: text, version: text, contact: text };
  const report = reportOf(record, settingsFor('core', { implementation }));
  return { report, record };
}
