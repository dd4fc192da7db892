import { chmod, mkdir, stat } from 'node:fs/promises'
import { messageOf } from './errors.ts'

/** Rights of the group and of everybody else. */
const othersRights = 0o077

/** What came of a look at a folder. */
interface FolderCheck {
  /** What was found and mended, for the log; undefined where nothing was wrong. */
  mended: string | undefined
}

/**
 * Makes a folder in which nobody but this user can read, write or look anything up, or makes one like that of the folder that is
 * there, whatever rights the files in it have. Rejects where it belongs to somebody else. Windows has no such rights: there it
 * is only made.
 */
export async function openPrivateFolder(folder: string): Promise<FolderCheck> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (process.platform === 'win32') return { mended: undefined }
  const rights = (await stat(folder)).mode & 0o777
  if ((rights & othersRights) === 0) return { mended: undefined }
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
    mended: `other users of this machine could look into ${folder} (mode ${toOctal(rights)}); now it is private (0700)`,
  }
}

const toOctal = (mode: number): string => mode.toString(8).padStart(4, '0')
