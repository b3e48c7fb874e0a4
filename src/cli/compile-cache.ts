/**
 * Keeps compiled code from run to run if Node can (22.1 and later), which makes a start a tenth of a second faster. It
 * lies in the package itself: whoever can write there can change the code anyway, which is not true of the folder for
 * temporary files. If nothing can be written, nothing is kept.
 */
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const enable: unknown = Reflect.get(module, 'enableCompileCache');
if (typeof enable === 'function') enable(fileURLToPath(new URL('../../.cache', import.meta.url)));
