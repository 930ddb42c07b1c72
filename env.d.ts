/// <reference types="@remix-run/node" />
/// <reference types="vite/client" />

/** Address of the pictures' sprite, made by app/components/icons/icon-sprite.ts. */
declare module 'virtual:icon-sprite' {
  const address: string;
  export default address;
}
