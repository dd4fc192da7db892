import { hasCode, messageOf } from '@culvert/program'

/** Returns why a file cannot be read or written, in plain words; Node's own are for programmers. */
export function describeFileFault(error: unknown): string {
  if (hasCode(error, 'ENOENT')) return 'Its folder does not exist.'
  if (hasCode(error, 'EISDIR') || hasCode(error, 'ERR_FS_EISDIR')) return 'It is a folder.'
  if (hasCode(error, 'ENOTDIR') || hasCode(error, 'EEXIST')) return 'Something on the path is a file.'
  if (hasCode(error, 'EACCES') || hasCode(error, 'EPERM')) return 'Its permissions forbid it.'
  if (hasCode(error, 'EROFS')) return 'Its disk is read-only.'
  if (hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')) return 'The disk is full.'
  return `${messageOf(error)}.`
}
