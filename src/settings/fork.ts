import { visible } from '../text/visible.ts';
import { type Environment, readText } from './files.ts';

/**
 * Why a run in a pipeline may have no key although its project has one, and what to do: a change from a fork gets no
 * secrets. Words that follow others; empty if there is no sign of a fork.
 */
export function forkWords(env: Environment): string {
  return gitHubWords(env) ?? gitLabWords(env) ?? '';
}

const ownServer = 'start the server in the job, with a key that is not secret';

/** The variables do not name the repository of a pull request; the file of the event does. */
function gitHubWords(env: Environment): string | undefined {
  const { GITHUB_ACTIONS, GITHUB_EVENT_NAME = '', GITHUB_EVENT_PATH, GITHUB_REPOSITORY = '' } = env;
  // A pull_request_target has the secrets of its target repository.
  const isPull = /^pull_request(?!_target)/.test(GITHUB_EVENT_NAME);
  if (GITHUB_ACTIONS !== 'true' || !isPull || GITHUB_EVENT_PATH === undefined) return undefined;
  const head = headOf(eventIn(GITHUB_EVENT_PATH));
  if (head === undefined || head === GITHUB_REPOSITORY) return undefined;
  const fork = head === '' ? 'a fork that is gone' : `the fork ${visible(head)}`;
  return `; this pull request is from ${fork}, and GitHub gives those no secrets: ${ownServer}, leave the job out of such (if: github.event.pull_request.head.repo.full_name == github.repository), or push the branch to ${visible(GITHUB_REPOSITORY)}`;
}

function eventIn(path: string): unknown {
  try {
    return JSON.parse(readText(path));
  } catch {
    // Without the file nothing is known of a fork.
    return undefined;
  }
}

/** The repository that a pull request comes from; empty if it was deleted, undefined if it is not named. */
function headOf(event: unknown): string | undefined {
  const head = memberOf(memberOf(event, 'pull_request'), 'head');
  const repository = memberOf(head, 'repo');
  if (repository === null) return '';
  const name = memberOf(repository, 'full_name');
  return typeof name === 'string' && /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(name) ? name : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return Object.entries(Object(value)).find(([key]) => key === name)?.[1];
}

/** A merge request from a fork runs in the fork, without the variables of the project. */
function gitLabWords(env: Environment): string | undefined {
  const from = env.CI_MERGE_REQUEST_SOURCE_PROJECT_ID;
  const to = env.CI_MERGE_REQUEST_PROJECT_ID;
  if (!from || !to || from === to) return undefined;
  const fork = env.CI_MERGE_REQUEST_SOURCE_PROJECT_PATH ?? from;
  const project = env.CI_MERGE_REQUEST_PROJECT_PATH ?? to;
  return `; this merge request is from the fork ${visible(fork)}, and its pipeline has no variables of ${visible(project)}: ${ownServer}, leave the job out of such (rules: - if: $CI_MERGE_REQUEST_SOURCE_PROJECT_ID != $CI_MERGE_REQUEST_PROJECT_ID, when: never), or have a member of ${visible(project)} run the pipeline there`;
}
