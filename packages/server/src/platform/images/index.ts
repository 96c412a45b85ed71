export { bucketStore } from './bucket-store.ts';
export { folderStore } from './folder-store.ts';
export { type ImagePurpose, type Images, type TakenImage, createImages, eraseImages } from './images.ts';
