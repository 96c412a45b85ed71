/** Where sealed bytes lie. It learns neither whose they are nor what they show. */
export interface ImageStore {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is nothing of that name. */
  get(name: string): Promise<Buffer | undefined>;
  /** Also when there is nothing of that name. */
  remove(name: string): Promise<void>;
}
