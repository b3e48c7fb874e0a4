/**
 * Keeps compiled code from run to run where Node can (22.1 and later): a start takes a tenth of a second less. It lies in
 * the package itself, as whoever may write there could change the code just as well; a folder for everybody's temporary
 * files is no such place. Where nothing can be written, nothing is kept.
 */
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const enable: unknown = Reflect.get(module, 'enableCompileCache');
if (typeof enable === 'function') enable(fileURLToPath(new URL('../../.cache', import.meta.url)));
