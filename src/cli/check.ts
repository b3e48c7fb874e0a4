import { Command } from 'commander';
import type { Context } from './context.ts';

/** `check`. */
export function checkCommand(_: Context): Command {
  return new Command('check').description('check');
}
