type ErrorStatus = 400 | 401 | 404 | 429 | 500;

/** An answer other than the one that was asked for; `body` is the specification's Error. */
export class Refusal extends Error {
  readonly status: ErrorStatus;
  readonly code: string;

  constructor(status: ErrorStatus, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  get body() {
    return { code: this.code, message: this.message, status: this.status };
  }
}

/** What the caller is told of an error: its own mistake, and nothing of ours. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof SyntaxError) return new Refusal(400, 'invalid_json', 'The body is no JSON.');
  return new Refusal(500, 'internal', 'Something went wrong.');
}

export const nothingHere = () => new Refusal(404, 'not_found', 'There is nothing at this address.');
