/** @type {import('next').NextConfig} */
export default {
  allowedDevOrigins: process.env.PUBLIC_HOSTNAME === undefined ? [] : [process.env.PUBLIC_HOSTNAME],
}
