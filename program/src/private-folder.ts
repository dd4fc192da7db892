import { chmod, mkdir, stat } from 'node:fs/promises'
import { messageOf } from './errors.ts'

/** The permission bits of the group and of all other users. */
const otherUsersMask = 0o077

/** The outcome of opening a private folder. */
interface FolderCheck {
  /** The fault that has been corrected, for the log; undefined if there was none. */
  corrected: string | undefined
}

/**
 * Creates a folder that only this user can read, write or search, or restricts the existing
 * folder to that, whatever the permissions of the files in it. Rejects if it belongs to another user. Windows has no such permissions:
 * there the folder is only created.
 */
export async function openPrivateFolder(folder: string): Promise<FolderCheck> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (process.platform === 'win32') return { corrected: undefined }
  const { mode, uid } = await stat(folder)
  // Root could use it, and change its mode, but its owner could too. It is not taken from them: they may run Culvert otherwise.
  if (uid !== process.geteuid?.()) {
    throw new Error(
      `${folder} belongs to another user of this machine (uid ${uid}), who may look into it. ` +
        `Run Culvert as that user, give the folder and its files to this one (chown -R), or name another folder.`,
    )
  }
  const rights = mode & 0o777
  if ((rights & otherUsersMask) === 0) return { corrected: undefined }
  try {
    await chmod(folder, 0o700)
  } catch (error) {
    throw new Error(
      `Other users of this machine may look into ${folder} (mode ${toOctal(rights)}), and that cannot be changed: ${messageOf(error)}. ` +
        `Make it private (chmod 700), or name another folder.`,
      { cause: error },
    )
  }
  return {
    corrected: `other users of this machine could look into ${folder} (mode ${toOctal(rights)}); now it is private (0700)`,
  }
}

const toOctal = (mode: number): string => mode.toString(8).padStart(4, '0')
