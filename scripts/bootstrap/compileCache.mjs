// Keeps compiled code of the server for its next start; loaded with `node --import`, in threads too. Stripping types and
// compiling took a third of a start. Not NODE_COMPILE_CACHE, which the builder would inherit: it has a cache of its own.
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

// The builder of pages writes to `.astro`, too, so a hardened service may. Where it may not, Node goes without.
module.enableCompileCache?.(fileURLToPath(new URL('../../.astro/compiled', import.meta.url)));
