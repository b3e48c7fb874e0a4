/** `petstore-conformance/vitest`: every requirement as a test of its own in a vitest run. */
export {
  type ConformanceSettings,
  conformance,
  type StartedServer,
} from './library/conformance.ts';
export { SettingsError } from './settings/settings-error.ts';
