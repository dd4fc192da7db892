import { AppError } from '../../ground/errors.ts'
import { getUser } from '../../platform/access/authorize.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx, Db } from '../../platform/db/db.ts'
import * as repository from './repository.ts'
import type { User, Viewer } from './rules.ts'

/** Returns a user by id. */
export async function findUser(db: Db, id: string): Promise<User | undefined> {
  return (await repository.findUsers(db, [id])).get(id)
}

/** Notifies the users who proved these addresses, in lowercase, that invitations to them changed. */
export async function notifyInvitees(trx: Trx, tell: Tell, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  for (const { id } of await repository.findUsersByEmail(trx, emails)) notifyViewer(tell, id)
}

/** Returns the signed-in user's row. Throws UNAUTHENTICATED if it is gone. */
export async function getUserById({ loaders }: RequestContext, id: string): Promise<User> {
  const user = await loaders.user.load(id)
  if (!user) throw sessionEnded()
  return user
}

/** Returns the user whom the access token identifies. */
export async function getViewer(context: RequestContext): Promise<Viewer> {
  const { userId } = getUser(context)
  return { user: await getUserById(context, userId) }
}

/** Yields an event for each change of what is the viewer's, such as sessions, memberships, notices, or invitations addressed to them. */
export function subscribeToViewer(context: RequestContext) {
  return context.events.subscribe('viewerChanged', getUser(context).userId)
}

/** Notifies a user's dashboards that something of theirs changed, such as sessions, memberships, notices, or invitations addressed to them. */
export function notifyViewer(tell: Tell, userId: string): void {
  tell('viewerChanged', userId, {})
}

/** Returns the same error for every token of a session that has ended, and for every user who is gone. */
export function sessionEnded(): AppError {
  return new AppError('UNAUTHENTICATED', 'Your session has ended. Sign in again.')
}

export {
  eraseUser,
  findCredentials,
  findPasswordHash,
  findUserNamed,
  findUsersOfDomain,
  lockPasswordShared,
  lockUserShared,
  insertUser,
  lockUser,
  searchUsers,
  setDisabled,
  setPassword,
  updateProfile,
  type KnownUser,
} from './repository.ts'
