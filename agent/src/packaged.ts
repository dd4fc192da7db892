/** The command as an installation serves it to machines with Node 20 or later; see build.ts. */
import './older-node.ts'
import './main.ts'
