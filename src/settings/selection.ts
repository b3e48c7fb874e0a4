import { inProfile, type RequirementId, requirements } from '../catalogue/catalogue.ts';
import { type Profile, profiles } from '../catalogue/plans.ts';
import { untested } from '../catalogue/untested.ts';
import { didYouMean } from '../text/nearest.ts';
import { quoted } from '../text/visible.ts';
import { refuse, SettingsError } from './settings-error.ts';

/** What is to be decided. */
export interface RunSelection {
  /** In the catalogue's order; requirements outside the profile stay, and are reported as skipped. */
  readonly selected: readonly RequirementId[];
  /** Whether something was left out. */
  readonly partial: boolean;
}

/**
 * The requirements that a comma-separated list of ids and patterns (`auth.*`) names. Throws a `WrongValue` for
 * entries that name none, each with the nearest id, and for those that name only what is never tested.
 */
export function parseIds(text: string): readonly RequirementId[] {
  const entries = text.split(',').map((entry) => entry.trim());
  const named = entries.filter((entry) => entry !== '');
  if (named.length === 0) return refuse('must name at least one id, as auth.missing-key or auth.*');
  const found = named.map((entry) => idsOf(entry));
  const problems = found.flatMap((one) => (typeof one === 'string' ? [one] : []));
  if (problems.length > 0) return refuse(problems.slice(0, mostProblems).join('; '));
  return found.flatMap((one) => (typeof one === 'string' ? [] : one));
}

/** At most so many entries that name nothing are reported at once. */
const mostProblems = 5;

/**
 * The requirements of `--only`, all if it is absent, without those of `--skip`. Throws a `SettingsError` if
 * nothing is left, or nothing that the profile decides; `names` are those of the settings for its reader.
 */
export function select(
  only: readonly RequirementId[] | undefined,
  skip: readonly RequirementId[],
  profile: Profile,
  names: Readonly<Record<'only' | 'skip' | 'profile', string>>,
): RunSelection {
  const left = requirements.filter(({ id }) => (only?.includes(id) ?? true) && !skip.includes(id));
  const both = `${names.only} and ${names.skip} leave nothing`;
  if (left.length === 0) throw new SettingsError(`${both} to decide`);
  if (!left.some((requirement) => inProfile(requirement, profile))) {
    const enough = profiles.find(
      (wider) => wider !== 'quick' && left.some((requirement) => inProfile(requirement, wider)),
    );
    throw new SettingsError(
      `${both} that the profile ${profile} decides; ${names.profile} ${enough} would decide it`,
    );
  }
  const selected = Object.freeze(left.map(({ id }) => id));
  return { selected, partial: left.length < requirements.length };
}

/** What an entry names, or why it names nothing. */
function idsOf(entry: string): RequirementId[] | string {
  const matches = matcher(entry);
  const found = requirements.filter(({ id }) => matches(id)).map(({ id }) => id);
  if (found.length > 0) return found;
  const never = untested.find(({ id }) => matches(id));
  if (never !== undefined) return `${never.id} is never tested: ${never.decided}`;
  return `no id matches ${quoted(entry)}${didYouMean(entry, nameable(), '; the command list has them all')}`;
}

/** Matches ids with the parts of a pattern in order, each at its first place, so that nothing is tried twice. */
function matcher(entry: string): (id: string) => boolean {
  const [first = '', ...others] = entry.split('*');
  const last = others.pop();
  if (last === undefined) return (id) => id === entry;
  const inner = others.filter((part) => part !== '');
  return (id) => {
    if (!id.startsWith(first) || !id.endsWith(last)) return false;
    let at = first.length;
    for (const part of inner) {
      const found = id.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at + last.length <= id.length;
  };
}

/** Every id, and every chapter as `auth.*`. */
function nameable(): string[] {
  const ids: string[] = requirements.map(({ id }) => id);
  const chapters = new Set(ids.map((id) => `${id.split('.')[0]}.*`));
  return [...ids, ...chapters];
}
