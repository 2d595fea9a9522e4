declare module 'tangency' {
  export function load(source?: BufferSource | URL | string | Response): Promise<void>;
  export function query(request: string): string;
  export interface Contacts { readonly length: number; readonly status: Uint8Array; readonly time: Float64Array; readonly center: Float64Array; readonly point: Float64Array; readonly normal: Float64Array; readonly triangle: Int32Array; readonly feature: Uint8Array }
  export function hitsOf(bytes: ArrayBuffer): { spheres: { center: Float64Array; radius: Float64Array; velocity: Float64Array }; contacts: Contacts };
  export class Mesh {
    constructor(vertices: Float64Array, triangles: Uint32Array);
    static fromFile(bytes: Uint8Array, name?: string): Mesh;
    readonly vertices: Float64Array;
    readonly triangles: Uint32Array;
    name(name: string): void;
    firstContacts(spheres: { center: Float64Array; radius: Float64Array | number; velocity: Float64Array }): Contacts;
    free(): void;
  }
}
