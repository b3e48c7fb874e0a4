import Fastify, { type FastifyInstance } from 'fastify';
import { Animals } from '../pet-store/animals.ts';
import { Callers, type Options } from '../pet-store/callers.ts';
import { parseJson, writeJson } from '../pet-store/json.ts';
import { nothingHere, refusalOf } from '../pet-store/refusal.ts';

/** The pet store on Fastify. */
export function createPetStore(options: Options): FastifyInstance {
  const animals = new Animals();
  const callers = new Callers(options);
  const app = Fastify();

  // Fastify's own parser and serializer round whole numbers beyond 2^53.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: string) =>
    parseJson(body),
  );
  app.setReplySerializer(writeJson);

  // First of all, so that every answer carries the headers and no stranger learns what exists.
  app.addHook('onRequest', async (request, reply) => {
    const { headers, refusal } = callers.admit(request.headers.authorization);
    reply.headers(headers).type('application/json');
    if (refusal) throw refusal;
  });
  app.setNotFoundHandler(() => {
    throw nothingHere();
  });
  app.setErrorHandler((error, _request, reply) => {
    const refusal = refusalOf(error);
    reply.code(refusal.status).send(refusal.body);
  });

  app.get<{ Querystring: { limit?: string; status?: string } }>('/v1/pets', ({ query }) =>
    animals.list(query),
  );
  app.post('/v1/pets', ({ body }, reply) => reply.code(201).send(animals.create(body)));
  app.get<{ Params: { id: string } }>('/v1/pets/:id', ({ params }) => animals.get(params.id));
  return app;
}
