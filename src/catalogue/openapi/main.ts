/** `npm run openapi`: writes `schemas/openapi.json`, and `validators.ts` and `earlier.ts` of `src/package/`. */
import { writeFileSync } from 'node:fs';
import { openApi, openApiText } from './document.ts';
import { openApiFile, readSchemas } from './schemas.ts';
import { earlierFile, earlierText, validatorsFile, validatorsText } from './validators.ts';

writeFileSync(openApiFile, openApiText(openApi(readSchemas())));
writeFileSync(validatorsFile, validatorsText());
writeFileSync(earlierFile, earlierText());
