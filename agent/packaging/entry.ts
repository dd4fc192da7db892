/** The entry point of packages for systems without Node. */
import './without-node-variables.ts'
import '../src/main.ts'
