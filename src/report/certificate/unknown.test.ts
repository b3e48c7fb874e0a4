import { expect, test } from 'vitest';
import type { RecordedResponse } from '../../http/exchange.ts';
import { conformantRecord, exchange, reportOf, response, settingsFor } from '../testing/sample.ts';
import { notJudged } from './unknown.ts';

const report = reportOf(conformantRecord('full'), settingsFor('full'));

const said = (changes: Partial<RecordedResponse>, same: boolean) =>
  notJudged(report, [{ ...exchange(0), response: response(changes) }], report, same);

test.each([true, false])(
  'an answer that may not have been read is named, by this suite: %s',
  (same) => {
    expect(said({}, same)).toEqual([]);
    for (const body of ['<html>[API key]', '']) {
      expect(said({ body, truncated: true }, same)).toEqual([
        'what 1 answer holds that, by the word of the recording, could not be read or kept whole: exchange 0',
      ]);
    }
  },
);
