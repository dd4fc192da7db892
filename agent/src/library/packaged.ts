/** The library as published in the package, for Node 20 or later; see build.ts. */
import '../older-node.ts'

export * from './index.ts'
