import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../package/digest.ts';
import { packageRoot } from '../../package/package.ts';
import type { Report } from '../report.ts';
import { challengeOf } from './challenge.ts';

/** What is known of a resource: the fields of in-toto's ResourceDescriptor that a certificate uses. */
interface Descriptor {
  readonly name: string;
  readonly uri?: string;
  readonly digest?: Digest;
  readonly annotations?: Readonly<Record<string, string | number | null>>;
}

/** SHA-256 in hexadecimal. */
export interface Digest {
  readonly sha256: string;
}

/** A file that the certificate is about. */
export interface Subject {
  readonly name: string;
  readonly digest: Digest;
}

/** An in-toto Statement (v1) with the test-result predicate (v0.1); `schemas/certificate.schema.json` is its schema. */
export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1';
  readonly subject: readonly Subject[];
  readonly predicateType: 'https://in-toto.io/attestation/test-result/v0.1';
  readonly predicate: {
    readonly result: 'PASSED';
    /** What was judged, by what, with what. */
    readonly configuration: readonly Descriptor[];
    readonly passedTests: readonly string[];
    /** Advisories that failed: they decide nothing. */
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
  };
}

/**
 * What a certificate says of a run: its files, what was judged and by which suite, and the requirements that passed.
 * The report must be certifiable.
 */
export function statementOf(report: Report, subject: readonly Subject[]): Statement {
  const { suite, specification: judgedBy } = report;
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subject.map(({ name, digest: { sha256 } }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: 'PASSED',
      configuration: [
        implementationOf(report),
        {
          name: 'specification',
          digest: { sha256: specificationDigest() },
          annotations: { title: judgedBy.title, version: judgedBy.version },
        },
        {
          name: 'suite',
          uri: `pkg:npm/${suite.name}@${suite.version}`,
          digest: { sha256: suite.digest },
          annotations: runOf(report),
        },
      ],
      passedTests: idsOf(report, 'passed'),
      warnedTests: idsOf(report, 'failed'),
      failedTests: [],
    },
  };
}

/** The SHA-256 of the specification that this suite judges by. */
function specificationDigest(): string {
  return sha256(readFileSync(join(packageRoot, 'docs', 'specification.md')));
}

function implementationOf({ implementation }: Report): Descriptor {
  const { baseUrl, name, version, contact } = implementation;
  return { name: 'implementation', uri: baseUrl, annotations: { name, version, contact } };
}

/** How the suite was used, for readers who have only the certificate. */
function runOf(report: Report): Descriptor['annotations'] & object {
  const { profile, summary, run } = report;
  const { plan, seed, startedAt, finishedAt } = run;
  const challenge = challengeOf(report) ?? null;
  return { profile, plan, seed, challenge, startedAt, finishedAt, summary };
}

function idsOf({ requirements }: Report, outcome: 'passed' | 'failed'): string[] {
  return requirements.filter((requirement) => requirement.outcome === outcome).map(({ id }) => id);
}
