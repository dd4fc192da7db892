/** The Vite plugin as the package has it, for Node 20 or later; see build.ts. */
import '../older-node.ts'

export { default } from './vite.ts'
