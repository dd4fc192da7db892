import { roles } from './roles.ts'
import type { Role } from '../../graphql/generated/graphql.ts'

/** A role that can be assigned. The owner's role changes hands only with the account. */
export type GivenRole = Exclude<Role, 'super_admin'>

const order: GivenRole[] = ['viewer', 'admin']

/** The roles to choose from, for a select. */
export const givenRoles = order.map((value) => ({ value, label: roles[value].name }))
