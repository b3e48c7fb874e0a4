import type { RequirementId } from '../spec/catalogue.ts';
import type { table, ValuesOf } from './settings-table.ts';

/** Who made the implementation under test; a certificate must name all three. */
export interface Implementation {
  readonly name?: string;
  readonly version?: string;
  readonly contact?: string;
}

/** Settings of the table that a run has in another form. */
type Worked =
  | 'only'
  | 'skip'
  | 'sign'
  | 'implementation'
  | 'implementationVersion'
  | 'contact'
  | 'baseUrl'
  | 'apiKey'
  | 'rateLimitKey'
  | 'seed';

/** All decisions about a run, validated and frozen before the first request; see `table` for each. */
export interface Settings extends Present<Omit<ValuesOf<typeof table>, Worked>> {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly rateLimitKey: string;
  readonly seed: number;
  /** The requirements to decide, in the catalogue's order. */
  readonly selected: readonly RequirementId[];
  /** True if `--only` or `--skip` left something out. */
  readonly partial: boolean;
  /** Proxy for the base address, from `HTTPS_PROXY`/`HTTP_PROXY`, unless `NO_PROXY` exempts it. */
  readonly proxy?: string;
  readonly implementation: Implementation;
}

/** Without the members that are undefined. */
export type Present<T> = {
  readonly [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & {
  readonly [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<
    T[Name],
    undefined
  >;
};

/** An object without its undefined members. */
export function present<T extends object>(members: T): Present<T>;
export function present(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
