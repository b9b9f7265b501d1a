-- {"playing": ["4sdt72zaffbbr8db", {"alpha": "lGOGLWjSQcKF8wFfpZTHVw", "bravo": "B2Plr7ILOsgi_y7A0WaZWQ"}], "open": ["y6z8iup3bd4upv8i", {"alpha": "SuyAduzpTj7POKnXNwY4SA", "bravo": "nytudfikA_FWPvH1V5fOSg"}]}
BEGIN TRANSACTION;
CREATE TABLE drafts (
            match_id TEXT NOT NULL REFERENCES matches (id), side TEXT NOT NULL, decision TEXT NOT NULL,
            draft TEXT NOT NULL, PRIMARY KEY (match_id, side));
CREATE TABLE entries (
            match_id TEXT NOT NULL REFERENCES matches (id), number INTEGER NOT NULL, turn INTEGER NOT NULL,
            line TEXT NOT NULL, events BLOB NOT NULL, PRIMARY KEY (match_id, number));
INSERT INTO "entries" VALUES('4sdt72zaffbbr8db',0,0,'{"type":"order","number":0,"side":"alpha","order":{"kind":"stance","choice":"bold","decision":"t0-alpha"},"rolls":[],"state":"2a78a22c12d8b48d9435cfe3","chain":"8609962906bb4ef55b81bb5a"}
',X'9186A46B696E64A7706C6F74746564A472756C65A3322E30A47475726E00A473746570A67374616E6365A861756469656E636591A5616C706861A46461746182A473696465A5616C706861A57461736B7300');
INSERT INTO "entries" VALUES('4sdt72zaffbbr8db',1,0,'{"type":"order","number":1,"side":"bravo","order":{"kind":"stance","choice":"bold","decision":"t0-bravo"},"rolls":[[0,6,2,"favour"]],"state":"38aa89c9f52a791ee42c1802","chain":"07663e1c31693ed13a707388"}
',X'9286A46B696E64A7706C6F74746564A472756C65A3322E30A47475726E00A473746570A67374616E6365A861756469656E636591A5627261766FA46461746182A473696465A5627261766FA57461736B730085A46B696E64A86661766F75726564A472756C65A3312E30A47475726E00A473746570A67374616E6365A46461746181A473696465A5627261766F');
INSERT INTO "entries" VALUES('4sdt72zaffbbr8db',2,1,'{"type":"order","number":2,"side":"alpha","order":{"kind":"plot","tasks":[{"unit":"A1","kind":"move","cells":[18,32,45]},{"unit":"A2","kind":"turn","facing":4},{"unit":"A3","kind":"charge","cells":[73,60]}],"decision":"t1-alpha"},"rolls":[],"state":"36177e94528396a09928c2da","chain":"503dfabc206add11a4d8d01b"}
',X'9186A46B696E64A7706C6F74746564A472756C65A3322E30A47475726E01A473746570A4706C6F74A861756469656E636591A5616C706861A46461746182A473696465A5616C706861A57461736B7303');
INSERT INTO "entries" VALUES('4sdt72zaffbbr8db',3,1,'{"type":"order","number":3,"side":"bravo","order":{"kind":"plot","tasks":[{"unit":"B1","kind":"fire","cells":[76]},{"unit":"B2","kind":"turn","facing":4},{"unit":"B3","kind":"move","cells":[88,87]}],"decision":"t1-bravo"},"rolls":[[1,6,4,"B1 fires at 0505"]],"state":"e1112ec2ee9d7c40cfd33934","chain":"53f78163681a30dd59bd9f02"}
',X'9286A46B696E64A7706C6F74746564A472756C65A3322E30A47475726E01A473746570A4706C6F74A861756469656E636591A5627261766FA46461746182A473696465A5627261766FA57461736B730385A46B696E64A473686F74A472756C65A3332E31A47475726E01A473746570A372756EA46461746184A4756E6974A24231A3686578A430353035A4726F6C6C04A3686974C2');
CREATE TABLE matches (
            id TEXT NOT NULL PRIMARY KEY, game TEXT NOT NULL, scenario TEXT NOT NULL, options TEXT NOT NULL,
            secret TEXT NOT NULL, commitment TEXT NOT NULL, hot_seat BOOLEAN NOT NULL, fork_of TEXT NOT NULL,
            status TEXT NOT NULL, header TEXT NOT NULL, revision INTEGER NOT NULL, seen TEXT NOT NULL,
            turn INTEGER NOT NULL, owing TEXT NOT NULL, outcome TEXT NOT NULL, bot_owing BOOLEAN NOT NULL,
            created DOUBLE PRECISION NOT NULL, updated DOUBLE PRECISION NOT NULL);
INSERT INTO "matches" VALUES('4sdt72zaffbbr8db','toy','toy/1','{}','1810d3dcb26a91e82a399458b676c676ff63f1c5dc5378eef440df58eb00ae77','9c4020b9eb238422761e39a1920a479262c4afa1e1ce8fded5502552e8b1a550',0,'','playing','{"type":"header","format":1,"game":"toy","version":"1","scenario":"toy/1","scenario_hash":"h1","options":{},"commitment":"9c4020b9eb238422761e39a1920a479262c4afa1e1ce8fded5502552e8b1a550","entropy":{"alpha":"from.both","bravo":"from.both"}}',5,'{"alpha":[5,0,"25a4a6e5d945f0299ee9bf6c",1794851472.0495105],"bravo":[5,0,"e62eeac0296fa6de8d02d43e",1794851472.0495105],"":[5,0,"e1f2a66d97641bbdd9d76d57",1794851472.0495105]}',2,'["alpha","bravo"]','null',0,1.79485147193874907496e+09,1.79485147204976964001e+09);
INSERT INTO "matches" VALUES('y6z8iup3bd4upv8i','toy','toy/1','{}','982b26145b84e6889f24097dca9ca49e3e26625eca13a6f7dcbb10083cb13b64','a6f6602028ebcb34e9f361390ffd534c01a34e860d08fdda5695c03a77077a4f',0,'','open','',1,'{}',0,'[]','null',0,1.79485147206893467901e+09,1.79485147215747261042e+09);
CREATE TABLE remarks (
            match_id TEXT NOT NULL REFERENCES matches (id), side TEXT NOT NULL, decision TEXT NOT NULL,
            number INTEGER NOT NULL, turn INTEGER NOT NULL, remark TEXT NOT NULL,
            PRIMARY KEY (match_id, side, decision));
CREATE TABLE schema_version (version INTEGER NOT NULL PRIMARY KEY);
INSERT INTO "schema_version" VALUES(1);
INSERT INTO "schema_version" VALUES(2);
CREATE TABLE seats (
            match_id TEXT NOT NULL REFERENCES matches (id), side TEXT NOT NULL, kind TEXT NOT NULL,
            taken BOOLEAN NOT NULL, entropy TEXT NOT NULL, PRIMARY KEY (match_id, side));
INSERT INTO "seats" VALUES('4sdt72zaffbbr8db','alpha','human',1,'from.both');
INSERT INTO "seats" VALUES('4sdt72zaffbbr8db','bravo','human',1,'from.both');
INSERT INTO "seats" VALUES('y6z8iup3bd4upv8i','alpha','human',1,'told.by.alpha');
INSERT INTO "seats" VALUES('y6z8iup3bd4upv8i','bravo','human',0,'');
CREATE TABLE snapshots (
            match_id TEXT NOT NULL REFERENCES matches (id), number INTEGER NOT NULL, tag TEXT NOT NULL,
            state BLOB NOT NULL, PRIMARY KEY (match_id, number));
CREATE TABLE submissions (
            match_id TEXT NOT NULL REFERENCES matches (id), side TEXT NOT NULL, submission TEXT NOT NULL,
            digest TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (match_id, side, submission));
INSERT INTO "submissions" VALUES('4sdt72zaffbbr8db','alpha','s0','e1e827fb00c26e46f86a3ec143f0cd9c','{"submission":"s0","decision":"t0-alpha","number":2}');
INSERT INTO "submissions" VALUES('4sdt72zaffbbr8db','bravo','s1','c9366bdbcb3ed155210d1e98b3716ca9','{"submission":"s1","decision":"t0-bravo","number":3}');
INSERT INTO "submissions" VALUES('4sdt72zaffbbr8db','alpha','s2','30675ea25c6d589784e2d890ff06cf69','{"submission":"s2","decision":"t1-alpha","number":4}');
INSERT INTO "submissions" VALUES('4sdt72zaffbbr8db','bravo','s3','b7190b9760c7e186848df31857c7d7ad','{"submission":"s3","decision":"t1-bravo","number":5}');
CREATE TABLE tokens (
            hash TEXT NOT NULL PRIMARY KEY, match_id TEXT NOT NULL REFERENCES matches (id), role TEXT NOT NULL,
            side TEXT NOT NULL);
INSERT INTO "tokens" VALUES('20e93f5aa00234ba174ff9c5f2259d3f575b328db0ee59ad478f1f054c0dc858','4sdt72zaffbbr8db','seat','alpha');
INSERT INTO "tokens" VALUES('0564cbd94d0bbec75da573cff4ae38929ddc60eb030807bca91a4ea28578b409','4sdt72zaffbbr8db','seat','bravo');
INSERT INTO "tokens" VALUES('3ba9731e94060310be6328454b8bfdfd244f91bc98e75ca3fc138739afead4f5','4sdt72zaffbbr8db','watch','');
INSERT INTO "tokens" VALUES('168b6b519ccde3870453f7c55742a0cc5f35085275bee686160a347db3524a16','y6z8iup3bd4upv8i','seat','alpha');
INSERT INTO "tokens" VALUES('92080e9b6a20873f5f232c95266bf06579c04ab6c47dd8b16452854d37a28284','y6z8iup3bd4upv8i','seat','bravo');
INSERT INTO "tokens" VALUES('871900ac32deffa6225aa062ebecb50ae4151889ba7b49816b2027014ab64ece','y6z8iup3bd4upv8i','watch','');
CREATE INDEX matches_bot_owing ON matches (bot_owing, updated);
CREATE INDEX tokens_match ON tokens (match_id);
COMMIT;
