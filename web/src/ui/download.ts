/** Makes the browser download a file of this origin. The page stays open even when the download fails. */
export function download({ fileName, path }: { fileName: string; path: string }): void {
  const link = document.createElement('a')
  link.href = path
  link.download = fileName
  link.click()
}
