/** `npm run openapi`: writes `schemas/openapi.json`, and `src/package/validators.ts`. */
import { writeFileSync } from 'node:fs';
import { openApi, openApiText } from './document.ts';
import { openApiFile, readSchemas } from './schemas.ts';
import { validatorsFile, validatorsText } from './validators.ts';

writeFileSync(openApiFile, openApiText(openApi(readSchemas())));
writeFileSync(validatorsFile, validatorsText());
