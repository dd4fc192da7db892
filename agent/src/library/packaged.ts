/** The library as the package has it, for Node 20 or later; see build.ts. */
import '../older-node.ts'

export * from './index.ts'
