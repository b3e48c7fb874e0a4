import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { publishedSchema } from '../../package/validator.ts';
import type { ReportFile } from '../read.ts';
import type { Report } from '../report.ts';
import { reportOf } from './sample.ts';

/** Samples for the tests of this folder and of the command. */

/** What a sample differs in from a conformant core run. */
export interface Difference {
  readonly name?: string | null;
  readonly version?: string | null;
  readonly baseUrl?: string;
  readonly profile?: Report['profile'];
  readonly plan?: Report['run']['plan'];
  readonly settings?: Report['run']['settings'];
  readonly digest?: string;
  readonly seed?: number;
  readonly startedAt?: string;
  readonly partial?: boolean;
  readonly endedEarly?: string;
  readonly rejudged?: Report['run']['rejudged'];
  readonly verdict?: Report['verdict'];
  /** By id; the reason is `why`. */
  readonly outcomes?: Readonly<Record<string, Report['requirements'][number]['outcome']>>;
  readonly why?: string;
  readonly answers?: Readonly<Record<string, string>>;
  readonly without?: readonly string[];
  readonly statements?: Readonly<Record<string, string>>;
}

const conformant = reportOf();

export function reportFile(path: string, different: Difference = {}): ReportFile {
  const { implementation, run } = conformant;
  const {
    name = 'Acme',
    version = null,
    baseUrl = implementation.baseUrl,
    plan = null,
  } = different;
  return {
    path,
    report: {
      ...conformant,
      verdict: different.verdict ?? conformant.verdict,
      profile: different.profile ?? conformant.profile,
      suite: { ...conformant.suite, digest: different.digest ?? conformant.suite.digest },
      implementation: { ...implementation, name, version, baseUrl },
      run: {
        ...run,
        plan,
        settings: different.settings ?? {},
        seed: different.seed ?? 7,
        startedAt: different.startedAt ?? run.startedAt,
        partial: different.partial ?? false,
        endedEarly: different.endedEarly ?? null,
        rejudged: different.rejudged ?? null,
      },
      requirements: rowsOf(different),
      observations: Object.entries(different.answers ?? {}).map(([id, answer]) => ({
        id,
        section: '4.1',
        question: 'What is the answer to `limit=0`?',
        answer,
        exchanges: [],
      })),
    },
  };
}

function rowsOf({ outcomes = {}, why = '', without = [], statements = {} }: Difference) {
  return conformant.requirements
    .filter(({ id }) => !without.includes(id))
    .map((row) => {
      const statement = statements[row.id] ?? row.statement;
      const outcome = outcomes[row.id];
      if (outcome === undefined) return { ...row, statement };
      const checks = [{ title: 'a case', outcome, message: why, exchanges: [] }];
      return { ...row, statement, outcome, reason: why, checks };
    });
}

/** What is wrong with a JSON text by a schema of the package. */
export function schemaErrors(json: string, name: 'comparison' | 'report' = 'comparison'): string[] {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(publishedSchema(name));
  validate(JSON.parse(json));
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}
