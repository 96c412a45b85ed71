// What is used of libraries that tell their types wrongly, or not at all.
declare module 'bidi-js' {
  interface Bidi {
    getEmbeddingLevels(text: string, base?: 'ltr' | 'rtl'): { readonly levels: Uint8Array };
    getMirroredCharacter(character: string): string | null;
  }
  export default function createBidi(): Bidi;
}

declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'truetype';
    readonly variationAxes: Readonly<Record<string, number>>;
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
