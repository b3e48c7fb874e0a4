import type { KeyObject } from 'node:crypto';
import { basename, join } from 'node:path';
import { diskWords, WriteFailure } from '../../disk/failure.ts';
import { NotPlain, readGiven } from '../../disk/read-given.ts';
import { writeWhole } from '../../disk/write-whole.ts';
import { sha256 } from '../../package/digest.ts';
import type { Report } from '../report.ts';
import { certificateName, certificateText } from './file.ts';
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

/** The text of the certificate. Throws a WriteFailure if a file is not as it was written. */
export function certificateFor({ report, written, key }: Omit<Issue, 'folder'>): string {
  const subjects = written.map((file) => ({
    name: basename(file),
    digest: { sha256: sha256(whole(file)) },
  }));
  return certificateText(statementOf(report, subjects), key);
}

/** Writes `certificate.json`, whole or not at all, and returns its path. Throws a WriteFailure. */
export async function issueCertificate(
  issue: Issue,
  text: string = certificateFor(issue),
): Promise<string> {
  const path = join(issue.folder, certificateName);
  await writeWhole(path, text).catch((error: unknown) => {
    throw new WriteFailure(`cannot write ${path}: ${diskWords(error)}`);
  });
  return path;
}

/** A file of this run as it now is on disk. */
function whole(file: string): Uint8Array {
  const bytes = readAgain(file);
  if (bytes === undefined) throw new WriteFailure(`${file} was written, and is not there any more`);
  return bytes;
}

function readAgain(file: string): Uint8Array | undefined {
  try {
    return readGiven(file);
  } catch (error) {
    if (!(error instanceof NotPlain)) throw error;
    throw new WriteFailure(`no certificate: ${file} ${error.message}`);
  }
}
