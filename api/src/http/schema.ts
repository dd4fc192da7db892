import { schema as unbounded } from '../features/schema.ts'
import { boundFields } from './cost/bound-fields.ts'

/** The schema as requests run it: each field checks its operation's budget. */
export const schema = boundFields(unbounded)
