/** `npm run openapi`: writes `schemas/openapi.json`. */
import { writeFileSync } from 'node:fs';
import { openApi, textOf } from './document.ts';
import { openApiFile, readSchemas } from './schemas.ts';

writeFileSync(openApiFile, textOf(openApi(readSchemas())));
