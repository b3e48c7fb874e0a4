import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { sha256 } from '../../package/digest.ts';
import type { Report } from '../report.ts';
import { certificateText } from './certificate.ts';
import { certificateName } from './name.ts';
import { specificationDigest } from './specification.ts';
import { statementOf } from './statement.ts';

/** What a certificate is made of. */
export interface Issue {
  /** A certifiable report. */
  readonly report: Report;
  /** Paths of the files of its run, as they now are on disk. */
  readonly written: readonly string[];
  /** Folder for the certificate. */
  readonly folder: string;
  /** The Ed25519 private key that signs. */
  readonly key?: KeyObject;
}

/** Writes `certificate.json`, whole or not at all, and returns its path. Throws where it cannot be written. */
export async function issueCertificate({ report, written, folder, key }: Issue): Promise<string> {
  const subjects = await Promise.all(
    written.map(async (file) => ({
      name: basename(file),
      digest: { sha256: sha256(await readFile(file)) },
    })),
  );
  const path = join(folder, certificateName);
  await writeFileAtomic(
    path,
    certificateText(statementOf(report, subjects, specificationDigest()), key),
  );
  return path;
}
