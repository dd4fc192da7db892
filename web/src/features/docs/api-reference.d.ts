declare module 'virtual:api-reference' {
  const html: string
  export default html
}
