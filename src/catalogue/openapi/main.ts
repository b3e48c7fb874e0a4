import { writeFileSync } from 'node:fs';
import { openApi, openApiText } from './document.ts';
import { openApiFile, readSchemas } from './schemas.ts';

writeFileSync(openApiFile, openApiText(openApi(readSchemas())));
