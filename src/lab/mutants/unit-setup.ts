/** Runs before each unit test of a mutant: one that loops forever throws, as it does in the lab. */
import { activate, activeVariable } from './active.ts';

activate(process.env[activeVariable]);
