import { Command } from 'commander';
import { verifyTable } from '../settings/settings-table.ts';
import { addSettingOptions, type Context, flagsOf } from './command-context.ts';

const notes = `
The files of the run must lie beside the certificate. Get the public key from the signer, not with the certificate.
A signer makes a key with
  openssl genpkey -algorithm ed25519 -out key.pem
  openssl pkey -in key.pem -pubout -out public.pem
keeps key.pem, gives public.pem away, and signs with run --profile full --sign key.pem.

Exit status: 0 the certificate holds, 1 it does not, 2 usage or a file that cannot be read; 70 a fault of this suite,
74 what is printed could not be written whole.`;

/** `verify FILE`: whether a certificate holds, and what it certifies. */
export function verifyCommand(context: Context): Command {
  const command = new Command('verify')
    .description('verify a certificate, and the reports beside it')
    .argument('<file>', 'certificate.json, or its folder')
    .addHelpText('after', notes);
  addSettingOptions(command, verifyTable);
  return command.action(async (file: string) => {
    // Loaded here: help need not wait for the judge.
    const { verify } = await import('./verify.ts');
    await verify(context, file, flagsOf(command));
  });
}
