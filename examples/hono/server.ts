import { Hono } from 'hono';
import { Animals } from '../pet-store/animals.ts';
import { Callers, type Options } from '../pet-store/callers.ts';
import { parseJson, writeJson } from '../pet-store/json.ts';
import { nothingHere, refusalOf } from '../pet-store/refusal.ts';

/** The pet store on Hono. */
export function createPetStore(options: Options): Hono {
  const animals = new Animals();
  const callers = new Callers(options);
  const app = new Hono();

  // First of all, so that every answer carries the headers and no stranger learns what exists.
  app.use(async (c, next) => {
    const { headers, refusal } = callers.admit(c.req.header('Authorization'));
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    // Not c.req.json() and c.json(): they round whole numbers beyond 2^53.
    c.header('Content-Type', 'application/json');
    if (refusal) throw refusal;
    await next();
  });
  app.notFound(() => {
    throw nothingHere();
  });
  app.onError((error, c) => {
    const { status, body } = refusalOf(error);
    return c.body(writeJson(body), status);
  });

  app.get('/v1/pets', (c) => c.body(writeJson(animals.list(c.req.query()))));
  app.post('/v1/pets', async (c) =>
    c.body(writeJson(animals.create(parseJson(await c.req.text()))), 201),
  );
  app.get('/v1/pets/:id', (c) => c.body(writeJson(animals.get(c.req.param('id')))));
  return app;
}
