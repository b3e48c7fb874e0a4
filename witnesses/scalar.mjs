/** `node scalar.mjs DESCRIPTION PORT`: Scalar's mock, which comes as a library, as a process of its own. */
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createMockServer } from '@scalar/mock-server';

const [, , description, port] = process.argv;
const specification = JSON.parse(readFileSync(description, 'utf8'));
const { fetch } = await createMockServer({ specification });
serve({ fetch, port: Number(port), hostname: '127.0.0.1' });
