import type { Role } from '@culvert/schema/client-types'
import { roles } from '../accounts/roles.ts'

/** A role that somebody can be given; an owner is made by handing the account over. */
export type GivenRole = Exclude<Role, 'super_admin'>

const order: GivenRole[] = ['viewer', 'admin']

/** The roles to choose from, for a select. */
export const givenRoles = order.map((value) => ({ value, label: roles[value].name }))
