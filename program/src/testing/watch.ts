import { watchInvariants } from '../watch.ts'

watchInvariants()
