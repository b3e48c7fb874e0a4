/** `npm run openapi`: writes the schemas of bodies and `schemas/openapi.json`, and `src/package/validators.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package/package.ts';
import { bodySchemas, schemaText } from '../schemas.ts';
import { openApi, openApiText } from './document.ts';
import { openApiFile, readSchemas } from './schemas.ts';
import { validatorsFile, validatorsText } from './validators.ts';

for (const schema of bodySchemas) {
  writeFileSync(join(packageRoot, 'schemas', schema.$id), schemaText(schema));
}
writeFileSync(openApiFile, openApiText(openApi(readSchemas())));
writeFileSync(validatorsFile, validatorsText());
