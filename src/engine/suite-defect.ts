/** The suite itself failed, which says nothing about the implementation. */
export class SuiteDefect extends Error {
  override readonly name = 'SuiteDefect';
}
