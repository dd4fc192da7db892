/** How long the browser may take to start downloading a file that the page has created, in milliseconds. */
const keptMs = 60_000

/** Makes the browser download a file of this origin. The page stays open even when the download fails. */
export function download({ fileName, path }: { fileName: string; path: string }): void {
  const link = document.createElement('a')
  link.href = path
  link.download = fileName
  link.click()
}

/** Makes the browser download a file that the page has created. */
export function downloadBlob(fileName: string, content: Blob): void {
  const path = URL.createObjectURL(content)
  download({ fileName, path })
  setTimeout(() => URL.revokeObjectURL(path), keptMs)
}
