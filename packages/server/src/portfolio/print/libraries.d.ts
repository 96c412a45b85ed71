// Types of libraries whose own are wrong or missing, as far as they are used.
declare module 'bidi-js' {
  interface Bidi {
    getEmbeddingLevels(text: string, base?: 'ltr' | 'rtl'): { readonly levels: Uint8Array };
    getMirroredCharacter(character: string): string | null;
  }
  export default function createBidi(): Bidi;
}

declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'truetype' | 'woff2';
    /** Pinned at one value, or left to vary within a range. */
    readonly variationAxes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
    readonly keepFeatures?: readonly string[];
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
