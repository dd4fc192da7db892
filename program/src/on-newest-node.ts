/** For `node --import`: runs before the program is loaded, so that nothing is loaded twice. */
import { moveToNewestNode } from './newest-node.ts'

moveToNewestNode()
