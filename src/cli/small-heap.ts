/**
 * Keeps the process small: the heap's young generation stays at its first size. The command waits for a service most
 * of its time, and often shares its machine with it. Imported before all else; as V8 reads this at run time, no flag in
 * the first line of `main.ts` is needed, which not every `env` would take.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--semi-space-growth-factor=1');
